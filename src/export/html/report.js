/*<![CDATA[*/
/* Comforts of a page that reads as well without; first and last line for XML */
(function(){
'use strict';
var doc=document,root=doc.documentElement,rows='.movetable tr:has(td)';
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
function seen(e){return e.getClientRects().length>0}
root.classList.add('js');
/* words that are said once, where they stand */
/*tr*/var said=doc.getElementById('said'),words={};
/*tr*/if(said){Array.prototype.forEach.call(said.sheet.cssRules,function(r){words[r.selectorText.split(':')[0]]=JSON.parse(r.style.content)});all(Object.keys(words).join()).forEach(function(e){e.replaceWith(words[e.localName])});doc.body.normalize()}
function open(d){
  if(!d)return;
  for(var e=d;e;e=e.parentElement)if(e.tagName==='DETAILS')e.open=true;
  d.scrollIntoView();
  var s=d.querySelector('summary,a');
  if(s)s.focus({preventScroll:true});
}
function target(){
  var d=null;
  try{d=doc.getElementById(decodeURIComponent(location.hash.slice(1)))}catch(e){} /* "#%" is not a name */
  if(d)if(d.tagName==='DETAILS')open(d);
}
on(window,'hashchange',target);
/* from where the reader is */
var last=null;
function go(selector,step){
  var list=all(selector).filter(seen),i,at=list.indexOf(last);
  if(at===-1||!last.contains(doc.activeElement)){
    at=list.findIndex(function(e){return e.getBoundingClientRect().top>70});
    if(at===-1)at=list.length;
    i=step>0?at:at-1;
  }else i=at+step;
  if(list[i]){last=list[i];if(last.tagName==='DETAILS')open(last);else{last.scrollIntoView();last.tabIndex=-1;last.focus({preventScroll:true})}}
}
function check(ids){
  var now=ids.findIndex(function(i){var e=doc.getElementById(i);return e?e.checked:false}),e=doc.getElementById(ids[(now+1)%ids.length]);
  if(e)e.click();
}
function choose(step){
  var d=doc.activeElement.closest('.d,.question,.replay'),t=d?all(rows,d):[],i=t.indexOf(doc.activeElement)+(step||1);
  if(t.length===0)return false;
  i=i>=t.length?0:0>i?t.length-1:i;
  t.forEach(function(r){r.tabIndex=-1});t[i].focus();show(t[i]);
  return true;
}
on(doc,'keydown',function(e){
  if(e.ctrlKey||e.altKey||e.metaKey||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)&&e.target.type!=='radio')return;
  var k=e.key,row=e.target.closest(rows),done=true;
  if(k==='n')go('.d.err',1);else if(k==='p')go('.d.err',-1);
  else if(k==='j')go('.d',1);else if(k==='k')go('.d',-1);
  else if(k==='g')go('.game',1);else if(k==='G')go('.game',-1);
  else if(k==='c')done=choose(0);
  else if(row?k==='ArrowDown':false)choose(1);else if(row?k==='ArrowUp':false)choose(-1);
  else if(k==='?')showKeys();
  else if(k==='f')check(['fa','fe']);else if(k==='w')check(['fb','f0','f1']);
  else done=false;
  if(done)e.preventDefault();
});
/* a candidate on its board */
function board(code){
  var s=code.split('=')[1].split(':'),turn=s[3]==='1',b=[],i,c,v;
  for(i=0;i!==26;i++){c=s[0].charCodeAt(turn?i:25-i);v=c>96?96-c:c>64?c-64:0;b[i]=turn?v:-v}
  return b;
}
function spot(b,p,arriving){
  var s=place(b,p,arriving);
  return[doc.body.classList.contains('left')?644-s[0]:s[0],s[1]];
}
function place(b,p,arriving){
  if(p===25)return[322,185];
  if(p===0)return[614,402];
  var col=p>12?p-13:12-p,n=Math.max(b[p],0)-(arriving?0:1),y=19+Math.min(Math.max(n,0),4)*38;
  return[(col>5?104:60)+col*40+20,p>12?22+y:462-y];
}
function show(tr){
  var d=tr.closest('.d,.question,.replay'),svg=d.querySelector('.board'),id=d.querySelector('.positionid'),g;
  if(!svg||!id)return;
  g=svg.querySelector('g');
  if(!g.dataset.own)g.dataset.own=g.innerHTML;
  var b=board(id.textContent),kind=/played|movethemove/.test(tr.className)?'p':tr===tr.parentNode.rows[1]?'b':'f',out='',same={};
  (tr.cells[0].querySelector('i')?tr.cells[0].childNodes[1]:tr.cells[0].firstChild).textContent.trim().split(/\s+/).forEach(function(w){
    var m=/^(\w+)((?:\/\w+\*?)+)\*?(?:\((\d)\))?$/.exec(w.replace(/\*(?=\/)/g,'')),n,from,to;
    if(!m)return;
    for(n=m[3]||1;n>0;n--){
      from=m[1]==='bar'?25:+m[1];to=m[2].split('/').pop().replace('*','');to=to==='off'?0:+to;
      var k=from+'/'+to,s=11*(same[k]||0),a=spot(b,from),z=spot(b,to,true),x=z[0]-a[0],y=z[1]-a[1],l=Math.hypot(x,y)||1;
      same[k]=(same[k]||0)+1;x=-y/l*s;y=(z[0]-a[0])/l*s;
      out+='<path class="a'+kind+'" d="M'+(a[0]+x)+' '+(a[1]+y)+'L'+(z[0]+x)+' '+(z[1]+y)+'"/>';
    }
  });
  g.innerHTML=out;
}
function back(d){var g=d?d.querySelector('g'):null;if(g)if(g.dataset.own!==undefined)g.innerHTML=g.dataset.own}
on(doc,'mouseover',function(e){var r=e.target.closest(rows);if(r)show(r)});
on(doc,'mouseout',function(e){var r=e.target.closest(rows);if(r)back(r.closest('.d,.question,.replay'))});
on(doc,'click',function(e){
  var r=e.target.closest(rows),b=e.target.closest('.positionid button'),c=e.target.closest('.cv[data-at]'),best,way=1e9;
  if(r)show(r);
  if(b)navigator.clipboard.writeText(b.previousSibling.textContent).then(function(){var t=b.textContent;b.textContent='«copied»';setTimeout(function(){b.textContent=t},1500)});
  if(c)if(!e.target.closest('a')){
    var box=c.getBoundingClientRect(),v=c.dataset.at.split(' '),n=c.querySelector('svg').viewBox.baseVal.width,x=(e.clientX-box.left)/box.width*n;
    v.forEach(function(t,i){if(i%2===0)if(way>Math.abs(t-x)){way=Math.abs(t-x);best=v[i+1]}});
    if(best)location.hash=best;
  }
});
function buttons(d){all('.positionid',d).forEach(function(p){
  if(p.firstElementChild)return;
  p.replaceChildren.apply(p,p.textContent.split('\n').reduce(function(list,id){
    var c=doc.createElement('code'),b=doc.createElement('button');
    b.type='button';c.textContent=id;b.textContent='«copy»';b.setAttribute('aria-label','«copy» '+(/^XGID/.test(id)?'XGID':/:.*:/.test(id)?'OGID':'GNU Backgammon ID'));
    return list.concat(c,b);
  },[]));
})}
if(navigator.clipboard){all('.d[open],.question').forEach(buttons);
  on(doc,'fresh',function(e){buttons(e.target)});
  doc.addEventListener('toggle',function(e){if(e.target.matches('.d[open]'))buttons(e.target)},true)}
/* terms of the glossary explain themselves; the first of each can be reached by Tab */
var forms=[],meaning={},seenTerms={},tip=doc.createElement('div'),shown=null,pinned=false,timer;
all('.glossary dt').forEach(function(dt){
  [dt.textContent].concat(dt.dataset.f?dt.dataset.f.split('|'):[]).forEach(function(f){
    forms.push(f);
    [f,f[0].toUpperCase()+f.slice(1)].forEach(function(k){meaning[k]=meaning[k+'s']=dt});
  });
});
var pattern=forms.length?new RegExp('(^|[^A-Za-z0-9])('+forms.sort(function(a,z){return z.length-a.length}).map(function(f){
  return f.replace(/[.*+?^${}()|[\]\\]/g,'\\$&').replace(/^[a-z]/,function(c){return'['+c+c.toUpperCase()+']'})+(/\w$/.test(f)?'s?(?![A-Za-z0-9])':'');
}).join('|')+')'):null;
function term(words,dt){
  var e=doc.createElement('span');
  e.className='gt';e.textContent=words;
  e.setAttribute('role','button');e.tabIndex=seenTerms[dt.textContent]?-1:0;seenTerms[dt.textContent]=1;
  return e;
}
function explain(text){
  var m,e;
  while((m=pattern.exec(text.data))){
    e=text.splitText(m.index+m[1].length);text=e.splitText(m[2].length);
    e.replaceWith(term(m[2],meaning[m[2]]));
  }
}
function terms(root){
  var list=[],walk=doc.createTreeWalker(root,NodeFilter.SHOW_TEXT),n;
  while((n=walk.nextNode()))if(/[A-Za-z\u00b1]/.test(n.data))if(!n.parentNode.closest('a,button,label,bdi,code,summary,svg,select,nav,blockquote,.cost,.positionid,.sortable thead,.glossary,.gt,.vh'))list.push(n);
  list.forEach(explain);
}
function settle(){
  var r=shown.getClientRects()[0],h=tip.offsetHeight,y=r?r.bottom+6:-1;
  if(!r||r.bottom<0||r.top>window.innerHeight){hide();return}
  tip.style.left=Math.max(8,Math.min(r.left,root.clientWidth-tip.offsetWidth-8))+'px';
  tip.style.top=(y+h>window.innerHeight?Math.max(8,r.top-h-6):y)+'px';
}
function control(e){return e.querySelector('button')||e}
function hide(){clearTimeout(timer);if(shown)control(shown).removeAttribute('aria-describedby');shown=null;pinned=false;tip.hidden=true}
function tell(e){
  clearTimeout(timer);
  if(e===shown)return;
  hide();shown=e;
  var b=doc.createElement('b'),dt=meaning[e.dataset.t||e.textContent];
  b.textContent=dt.textContent;
  tip.replaceChildren(b,dt.nextSibling.textContent);
  tip.hidden=false;control(e).setAttribute('aria-describedby','tip');settle();
}
function later(f,ms){clearTimeout(timer);timer=setTimeout(f,ms)}
function pin(e){if(e===shown){if(pinned){hide();return}}else tell(e);pinned=true}
if(pattern){
  tip.id='tip';tip.setAttribute('role','tooltip');tip.hidden=true;(doc.querySelector('main')||doc.body).append(tip);
  all('.sortable thead th').forEach(function(th){ /* which are buttons already */
    var m=pattern.exec(th.textContent);
    if(m){th.classList.add('gt');th.dataset.t=m[2]}
  });
  all('header,main>*').forEach(function(s){if(!s.matches('.game'))all(':scope>*',s).forEach(function(e){if(!e.matches('.d:not([open])'))terms(e)})});
  all('.d[open]').forEach(terms);
  doc.addEventListener('toggle',function(e){if(e.target.matches('details[open]'))terms(e.target)},true);
  on(doc,'fresh',function(e){terms(e.target);all('.gt',e.target).forEach(function(t){t.tabIndex=-1})});
  on(doc,'mouseover',function(e){var t=e.target.closest('.gt');if(t)later(function(){tell(t)},150);else if(e.target.closest('#tip'))clearTimeout(timer)});
  on(doc,'mouseout',function(e){if(e.target.closest('.gt,#tip'))if(!pinned)later(hide,200)});
  on(doc,'focusin',function(e){var t=e.target.closest('.gt');if(t?e.target.matches(':focus-visible'):false)tell(t);else if(!pinned)hide()});
  on(doc,'click',function(e){var t=e.target.closest('.gt');if(t)(t.tagName==='TH'?tell:pin)(t);else if(!e.target.closest('#tip'))hide()});
  on(window,'scroll',function(){if(shown)settle()});
  on(doc,'keydown',function(e){
    if(e.key==='Escape')hide();
    if(e.target.matches('span.gt'))if(e.key==='Enter'?true:e.key===' '){e.preventDefault();pin(e.target)}
  });
}
/* "?" shows the keys */
var KEYS=[['.d.err','n p','«next and previous error»'],['.d','j k','«next and previous decision»'],['.game','g G','«next and previous game»'],
['.movetable','c \u2191 \u2193','«candidates on the board»'],['#fe','f','«all moves, or errors alone»'],['#f0','w','«whose errors»'],
['.replay','\u2190 \u2192 Space Home End','«on the board: step by step, play by itself, first, last»'],['.gt','Tab Enter Esc','«go to a term, explain it, close»'],['body','?','«these keys»']];
var keys=doc.createElement('dialog'),foot=doc.querySelector('.foot p');
function showKeys(){
  keys.innerHTML='<h2>«Keys»</h2><dl class="facts">'+KEYS.map(function(k){return doc.querySelector(k[0])?'<dt>'+k[1].split(' ').map(function(n){return'<kbd>'+n+'</kbd>'}).join(' ')+'</dt><dd>'+k[2]+'</dd>':''}).join('')+'</dl><button type="button">«close»</button>';
  keys.lastChild.onclick=function(){keys.close()};
  if(!keys.open)keys.showModal();
}
if(foot)if(keys.showModal){
  keys.setAttribute('aria-label','«Keys»');doc.body.append(keys);
  var b=doc.createElement('button');b.type='button';b.textContent='«Keys»: ?';foot.append(' ',b);on(b,'click',showKeys);
}
target();
})();
/*]]>*/

/*<![CDATA[*/
/* Comforts of a page that reads as well without; first and last line for XML */
(function(){
'use strict';
var doc=document,root=doc.documentElement,rows='.movetable tr:has(td)';
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
function seen(e){return e.getClientRects().length>0}
root.classList.add('js');
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
  var b=board(id.textContent),kind=tr.classList.contains('movethemove')?'p':tr===tr.parentNode.rows[1]?'b':'f',out='',same={};
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
  if(b)navigator.clipboard.writeText(b.previousSibling.textContent).then(function(){var t=b.textContent;b.textContent='copied';setTimeout(function(){b.textContent=t},1500)});
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
    b.type='button';c.textContent=id;b.textContent='copy';b.setAttribute('aria-label','copy '+(/^XGID/.test(id)?'XGID':/:.*:/.test(id)?'OGID':'GNU Backgammon ID'));
    return list.concat(c,b);
  },[]));
})}
if(navigator.clipboard){all('.d[open],.question').forEach(buttons);
  on(doc,'fresh',function(e){buttons(e.target)});
  doc.addEventListener('toggle',function(e){if(e.target.matches('.d[open]'))buttons(e.target)},true)}
var help=doc.getElementById('legend');
if(help)if(doc.querySelector('.d')){var p=doc.createElement('p');p.className='keys';
  p.innerHTML='Keys: <kbd>n</kbd> <kbd>p</kbd> next and previous error, <kbd>j</kbd> <kbd>k</kbd> move, <kbd>g</kbd> <kbd>G</kbd> game, <kbd>c</kbd> and arrow keys: candidates on the board, <kbd>f</kbd> all moves or errors, <kbd>w</kbd> whose.';help.append(p)}
target();
})();
/*]]>*/

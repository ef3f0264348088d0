/*<![CDATA[*/
/* The match on one board, step by step: each step shows what the page says of a decision, in the order of play */
(function(){
'use strict';
/*tr*/function fill(t,a){return t.replace(/\{(\d)\}/g,function(m,i){return a[i]})}
/*tr*/function mark(t){return t.replace('.','«#»')}
var doc=document,at=0,timer=0,from=null,place=doc.querySelector('.progress,.games,.game');
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
var steps=all('.game .d').filter(function(d){return d.querySelector('.board')}),most=steps.length-1;
if(!place)return;
if(1>most)return;
function copy(e){
  var c=e.cloneNode(true);
  c.removeAttribute('id');
  all('[id]',c).forEach(function(x){x.removeAttribute('id')});
  return c;
}
/* Boards are drawn as whoever decides sees them; here the second player stays at the bottom. Words keep upright */
var mirror='matrix(1 0 0 -1 0 484)';
function turned(e){
  var c=copy(e),href=e.getAttribute('href'),to=href?doc.getElementById(href.slice(1)):e,part;
  if(/\bk[01]\b/.test(to.getAttribute('class')))c.classList.toggle('z');
  else if(to.tagName==='text'){c=copy(to);c.setAttribute('y',484-to.getAttribute('y')+.72*(to.getAttribute('font-size')||14))}
  else if(e.hasAttribute('x')||e.hasAttribute('y')||to===e?false:to.querySelector('use,text')){
    part=copy(to);part.setAttribute('style','filter:none');part.replaceChildren.apply(part,Array.prototype.map.call(to.children,turned));
    return part;
  }else if(to.id!=='bd')c.setAttribute('transform',mirror);
  return c;
}
function board(d){
  var own=d.querySelector('.board'),svg=copy(own),g;
  if(d.classList.contains('a0'))svg.replaceChildren.apply(svg,Array.prototype.map.call(own.children,turned));
  g=svg.querySelector('g[data-own]');
  if(g)g.innerHTML=g.dataset.own;
  return svg;
}
var box=doc.getElementById('replay'),names=all('.player h2 bdi').map(function(e){return e.textContent}),
  match=steps.some(function(d){return d.dataset.v}),values=steps.map(function(d){var v=match?d.dataset.v:d.dataset.p;return v===undefined?NaN:+v}),
  span=match?50:Math.max.apply(null,values.map(function(v){return Math.abs(v)||0}).concat(1));
function share(v){return match?v:50+50*v/span}
box.hidden=false;box.tabIndex=-1;
box.innerHTML='<h2>«Step by step»</h2><div class="rs"><div><div class="stage"></div><div class="ev" role="img"><i></i></div><p class="evn"><span></span><span></span></p>'+
'<div class="cv low" aria-hidden="true"></div><input type="range" min="0" step="1" aria-label="«Step of the match»"/>'+
'<p class="rk"><button type="button" data-k="g" aria-label="«previous game»">|\u25c0</button><button type="button" data-k="b" aria-label="«previous»">\u25c0</button><button type="button" data-k="p" aria-label="«play»">\u25b6 «play»</button>'+
'<button type="button" data-k="f" aria-label="«next»">\u25b6</button><button type="button" data-k="h" aria-label="«next game»">\u25b6|</button><button type="button" data-k="e">«next error»</button></p></div>'+
'<div class="rt"></div></div><p class="vh" role="status"></p>';
place.parentNode.insertBefore(box,place);
var stage=box.querySelector('.stage'),text=box.querySelector('.rt'),bar=box.querySelector('.ev'),said=box.querySelector('[role=status]'),
  slider=box.querySelector('input'),curve=box.querySelector('.cv'),sides=all('.evn span',box),player=box.querySelector('[data-k=p]');
slider.max=most;
/* the curve, and the errors on it: as the large one, it begins anew with each game and goes on over what is not known */
var line='',pen=false,y,dots=['','',''];
values.forEach(function(v,i){
  var d=steps[i],s=d.classList.contains('s3')?2:d.classList.contains('s2')?1:d.classList.contains('s1')?0:-1;
  if(begins(d,i))pen=false;
  if(!isNaN(v)){y=Math.round(1000-10*share(v))/10;line+=(pen?'L':'M')+i+' '+y;pen=true}
  if(s>=0&&line)dots[s]+='M'+i+' '+y+'h0';
});
if(line)curve.innerHTML='<svg viewBox="0 0 '+most+' 100" preserveAspectRatio="none"><path class="ev" d="M0 50H'+most+'"/><path class="ln" d="'+line+'"/>'+
  dots.map(function(d,i){return d?'<path class="er y'+(i+1)+'" d="'+d+'"/>':''}).join('')+'<path class="now"/></svg>';
else{curve.hidden=bar.hidden=sides[0].parentNode.hidden=true}
var now=curve.querySelector('.now');
function words(v){
  if(isNaN(v))return['',''];
  /*en*/return match?[names[0]+' '+v.toFixed(1)+'%',(100-v).toFixed(1)+'% '+names[1]]:[names[0]+(v>=0?' +':' \u2212')+Math.abs(v).toFixed(2)+' points','']
  /*tr*/return match?[names[0]+' '+fill('«{0}%»',[mark(v.toFixed(1))]),fill('«{0}%»',[mark((100-v).toFixed(1))])+' '+names[1]]:[names[0]+(v>=0?' +':' \u2212')+fill('«{0} points»',[mark(Math.abs(v).toFixed(2))]),'']
}
function show(i,quiet){
  at=Math.max(0,Math.min(most,i));
  var d=steps[at],v=values[at],w=words(v),a=d.classList.contains('a1')?'a1':'a0',head=doc.createElement('p'),game=doc.createElement('a'),link=doc.createElement('a'),line=doc.createElement('p');
  stage.className='stage '+a;stage.replaceChildren(board(d));
  all('figcaption,.positionid',d.querySelector('figure')).forEach(function(e){stage.append(copy(e))});
  game.href='#'+d.closest('.game').id;game.textContent=d.closest('.game').querySelector('h2').textContent;
  link.href='#'+d.id;link.textContent='«in the list»';
  head.className='rh';head.append(game,link);
  line.className='rl '+a;
  all('summary>*',d).forEach(function(e){line.append(copy(e),' ')});
  text.replaceChildren(head,line);
  Array.prototype.forEach.call(d.lastElementChild.children,function(e){if(e.tagName!=='FIGURE')text.append(copy(e))});
  slider.value=at;slider.setAttribute('aria-valuetext',game.textContent+', '+line.textContent.trim());
  if(now)now.setAttribute('d','M'+at+' 0V100');
  bar.firstChild.style.width=(isNaN(v)?50:share(v))+'%';bar.setAttribute('aria-label',w.join(', ')||'«chances not known»');
  sides[0].textContent=w[0];sides[1].textContent=w[1];
  if(!quiet)said.textContent=line.textContent.trim()+(w[0]?'; '+w[0]:'');
  box.dispatchEvent(new CustomEvent('fresh',{bubbles:true}));
}
function stop(){clearInterval(timer);timer=0;player.textContent='\u25b6 «play»';player.setAttribute('aria-label','«play»')}
function play(){
  if(timer){stop();return}
  if(at===most)at=-1;
  show(at+1,true);
  player.textContent='|| «pause»';player.setAttribute('aria-label','«pause»');
  timer=setInterval(function(){show(at+1,true);if(at===most)stop()},1500);
}
function find(step,fits){for(var i=at+step;steps[i];i+=step)if(fits(steps[i],i))return i;return step>0?at:0}
function begins(d,i){return i===0?true:steps[i-1].closest('.game')!==d.closest('.game')}
function go(k){
  if(k==='p'){play();return}
  stop();
  if(k==='g')show(find(-1,begins));else if(k==='h')show(find(1,begins));
  else if(k==='e')show(find(1,function(d){return d.classList.contains('err')}));
  else show(at+(k==='f'?1:-1));
}
on(box,'click',function(e){
  var b=e.target.closest('[data-k]'),c=e.target.closest('.replay .cv');
  if(b)go(b.dataset.k);
  if(c){var r=c.getBoundingClientRect();stop();show(Math.round((e.clientX-r.left)/r.width*most))}
});
on(slider,'input',function(){stop();show(+slider.value)});
on(box,'keydown',function(e){
  if(e.ctrlKey||e.altKey||e.metaKey)return;
  var k={ArrowLeft:'b',ArrowRight:'f',' ':'p'}[e.key],own=e.target.closest('button,input,a');
  if(e.target===slider?e.key!==' ':false)return;
  if(e.key===' '?own!==null&&own!==slider:false)return;
  if(e.key==='Home'){stop();show(0)}else if(e.key==='End'){stop();show(most)}else if(k)go(k);else return;
  e.preventDefault();e.stopPropagation();
});
on(stage,'touchstart',function(e){from=e.touches.length===1?e.touches[0].clientX:null});
on(stage,'touchend',function(e){
  var x=from===null?0:e.changedTouches[0].clientX-from;
  if(Math.abs(x)>40)go(x>0?'b':'f');
});
var bar2=doc.querySelector('nav.contents');
if(bar2){var l=doc.createElement('a');l.href='#replay';l.textContent='«Board»';bar2.insertBefore(l,bar2.children[1]||null)}
show(0,true);
})();
/*]]>*/

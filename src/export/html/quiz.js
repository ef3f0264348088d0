/*<![CDATA[*/
/* A quiz that is answered before the answer is seen: plays on the board (board.js), cubes by buttons. What was lost is counted, and
   kept in the browser, so that what was missed comes again. First and last line for XML */
(function(){
'use strict';
/*tr*/function fill(t,a){return t.replace(/\{(\d)\}/g,function(m,i){return a[i]})}
var doc=document,board=window.kibitzerBoard,SVG='http://www.w3.org/2000/svg',STORE='kibitzer-quiz',DAY=864e5,DAYS=[0,1,3,7,16,35,80],RIGHT=0.0005,GOOD=0.02,session={n:0,lost:0,missed:[]};
function all(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))}
function on(e,k,f){e.addEventListener(k,f)}
function make(tag,parent,cls,text){var e=doc.createElement(tag);if(cls)e.className=cls;if(text)e.textContent=text;parent.append(e);return e}
function button(parent,text,f){var b=make('button',parent,'',text);b.type='button';on(b,'click',f);return b}
/*en*/function sign(x){return x<RIGHT?'0.000':'\u2212'+x.toFixed(3)}
/*tr*/function sign(x){return x<RIGHT?'0«#»000':'\u2212'+x.toFixed(3).replace('.','«#»')}
/* ---- what is kept ---- */
function load(){try{return JSON.parse(localStorage.getItem(STORE))||{}}catch(e){return{}}}
function keep(key,lost){
  var past=load(),p=past[key]||{b:0,n:0,l:0};
  p.b=lost<=GOOD?Math.min(p.b+1,DAYS.length-1):0;
  p.n++;p.l+=lost;p.d=Date.now()+DAYS[p.b]*DAY;
  past[key]=p;
  try{localStorage.setItem(STORE,JSON.stringify(past))}catch(e){}
}
/* ---- drawing: the places of draw.c ---- */
function svgOf(tag,parent,a){var e=doc.createElementNS(SVG,tag);Object.keys(a).forEach(function(k){e.setAttribute(k,a[k])});parent.append(e);return e}
function column(p){return p>12?p-13:12-p}
var LEFT=doc.body.classList.contains('left');
function across(p){var c=column(p),x=p===0||p===25?6.05:c>5?c+1.1:c;return LEFT?12.1-x:x}
function pile(q,who,n,x,y,step,most){
  var shown=Math.min(n,most),d='M'+x+' '+y;
  for(var i=1;i<shown;i++)d+='v'+step;
  svgOf('path',q.pieces,{'class':'k'+who,d:d});
  if(n>most)svgOf('text',q.pieces,{'class':who?'bL':'bK',x:80+40*x,y:41+38*(y+step*(most-1))+6.5,'font-size':18}).textContent=n;
}
function off(q,who,n,below){
  for(var i=0;i<n;i++)svgOf('rect',q.pieces,{'class':who?'bH':'bG',x:LEFT?11:595,width:38,height:10,y:below?449-11*i:25+11*i});
}
function draw(q){
  var own=q.side,theirs=1-q.side,b=q.play.b,p,n;
  q.pieces.replaceChildren();
  for(p=1;p<25;p++)if((n=b[p])!==0)pile(q,n>0?own:theirs,Math.abs(n),across(p),p>12?0:10.58,p>12?1:-1,5);
  if(b[25]>0)pile(q,own,b[25],6.05,3.79,-1,4);
  if(b[0]<0)pile(q,theirs,-b[0],6.05,6.79,1,4);
  off(q,own,15-board.count(b,1),true);off(q,theirs,15-board.count(b,-1),false);
}
/* The drawing of the page goes where other boards still find what they share with it; its board and its dice stay. */
function takeOver(q){
  var defs=svgOf('defs',q.svg,{}),children=Array.prototype.slice.call(q.svg.children,1);
  children.forEach(function(e){
    var href=e.getAttribute('href'),to=href?doc.getElementById(href.slice(1)):null;
    if(e!==defs&&!(to&&to.querySelector('[href^="#d"]')))defs.append(e);
  });
  q.pieces=svgOf('g',q.svg,{'class':'qp'});
  q.svg.insertBefore(q.pieces,q.svg.children[1]||null);
  q.hits=svgOf('g',q.svg,{'class':'qh'});
  q.svg.setAttribute('role','group');
}
/* ---- a play ---- */
function choose(q,p){if(q.play.step(p))show(q,p)}
function undo(q){
  var last=q.play.steps[q.play.steps.length-1];
  if(!last)return;
  q.play.undo();
  show(q,last.from);
}
function show(q,focus){
  var next=q.play.next(),places=next.map(function(s){return s.from});
  draw(q);
  q.hits.replaceChildren();
  if(!q.done)board.different(places).sort(function(a,z){return z-a}).forEach(function(p){
    var a=board.areaOf(p,LEFT),r=svgOf('rect',q.hits,{x:a.x,y:a.y,width:a.width,height:a.height,role:'button',tabindex:0,
      /*en*/'aria-label':p===25?'enter from the bar':'move from point '+p});
      /*tr*/'aria-label':p===25?'«enter from the bar»':fill('«move from point {0}»',[p])});
    r.dataset.p=p;
  });
  q.said.textContent=q.play.steps.length?board.wordsOf(q.play.steps):'«Click the chequers that you would move.»';
  q.left.textContent=q.play.dice.length?'«Dice: »'+q.play.dice.join(' '):'';
  q.back.disabled=q.play.steps.length===0||q.done;
  q.go.disabled=next.length>0||q.done;
  q.swap.hidden=board.different(q.play.dice).length<2||q.done;
  if(focus===undefined||q.done)return;
  var e=q.hits.querySelector('[data-p="'+focus+'"]')||q.hits.querySelector('rect')||q.go;
  e.focus({preventScroll:true});
}
/* The word for a play among the others: where chequers leave and arrive, what is hit (pages/quiz_values.h). */
function wordOf(a,b){
  var i,from='',to='',hit='',n;
  function own(c,p){return p?Math.max(c[p],0):-board.count(c,1)}
  for(i=0;i<26;i++){
    for(n=own(a,i)-own(b,i);n>0;n--)from+=String.fromCharCode(65+i);
    for(n=own(b,i)-own(a,i);n>0;n--)to+=String.fromCharCode(97+i);
    if(i&&a[i]===-1&&b[i]>-1)hit+=String.fromCharCode(97+i);
  }
  return from+to+(hit&&'*'+hit);
}
function judge(q){
  var result=q.play.b.join(),words=board.wordsOf(q.play.steps),found=null,worst=0,other;
  q.answers.forEach(function(a){
    if(a.result===undefined)a.result=board.played(q.position.b,a.text).join();
    worst=Math.max(worst,a.lost);
    if(a.result===result&&!found)found=a;
  });
  if(!found&&(other=new RegExp('(?:^|\\d)'+wordOf(q.position.b,q.play.b).replace('*','\\*')+'(\\d+)').exec(q.others)))
    found={text:words,lost:other[1]/1000,about:q.about};
  /*en*/if(!found)return{lost:worst,words:words+' loses more than all plays that were looked at: '+sign(worst)+' or worse.'};
  /*tr*/if(!found)return{lost:worst,words:fill('«{0} loses more than all plays that were looked at: {1} or worse.»',[words,sign(worst)])};
  /*en*/return{lost:found.lost,words:found.lost<RIGHT?found.text+' is right.':found.lost<=GOOD?found.text+' is as good as '+q.answers[0].text+' ('+(found.about?'about ':'')+sign(found.lost)+').':found.text+' loses '+(found.about?'about ':'')+sign(found.lost)+'. Best is '+q.answers[0].text+'.'};
  /*tr*/return{lost:found.lost,words:found.lost<RIGHT?fill('«{0} is right.»',[found.text]):found.lost<=GOOD?fill(found.about?'«{0} is as good as {1} (about {2}).»':'«{0} is as good as {1} ({2}).»',[found.text,q.answers[0].text,sign(found.lost)]):fill(found.about?'«{0} loses about {1}. Best is {2}.»':'«{0} loses {1}. Best is {2}.»',[found.text,sign(found.lost),q.answers[0].text])};
}
function askPlay(q){
  var controls=make('p',q.box,'qc');
  q.position=board.read(q.id);
  q.said=make('p',q.box,'qs');
  q.said.setAttribute('aria-live','polite');
  q.left=make('span',controls,'small');
  q.swap=button(controls,'«Other die first»',function(){q.play.swap();show(q)});
  q.back=button(controls,'«Undo»',function(){undo(q)});
  q.go=button(controls,'«Done»',function(){answer(q,judge(q))});
  takeOver(q);
  on(q.svg,'click',function(e){var r=e.target.closest('[data-p]');if(r)choose(q,+r.dataset.p)});
  q.reset=function(){q.play=board.playOf(q.position.b,q.position.dice);q.done=false;show(q)};
  q.key=function(k,e){
    var r=e.target.closest?e.target.closest('[data-p]'):null;
    if(r&&(k==='Enter'||k===' '))choose(q,+r.dataset.p);
    else if(k==='u'||k==='Backspace')undo(q);
    else if(k==='s'&&!q.swap.hidden)q.swap.click();
    else if(k==='d'&&!q.go.disabled)q.go.click();
    else return false;
    return true;
  };
}
/* ---- a cube ---- */
function cubeValue(q,name){return q.answers.find(function(a){return a.text===name}).value}
function judgeDouble(q,doubles,takes){
  var nd=cubeValue(q,'no double'),dt=cubeValue(q,'take'),dp=cubeValue(q,'pass'),best=Math.min(dt,dp),right=best>nd,shouldTake=dp>dt,re=q.re;
  var lost=(doubles!==right?Math.abs(best-nd):0)+(takes!==shouldTake?Math.abs(dt-dp):0);
  /*en*/var verdict=right?(re?'Redouble':'Double')+(shouldTake?', take':', pass'):shouldTake?'No '+(re?'redouble':'double')+', take':'Too good to '+(re?'redouble':'double')+', pass';
  /*tr*/var verdict=right?re?shouldTake?'«Redouble, take»':'«Redouble, pass»':shouldTake?'«Double, take»':'«Double, pass»':re?shouldTake?'«No redouble, take»':'«Too good to redouble, pass»':shouldTake?'«No double, take»':'«Too good to double, pass»';
  /*en*/return{lost:lost,words:verdict+(lost<RIGHT?' is right.':': '+sign(lost)+(doubles===right?' for the wrong answer to it.':takes===shouldTake?' for the wrong action.':' for both.'))};
  /*tr*/return{lost:lost,words:lost<RIGHT?fill('«{0} is right.»',[verdict]):fill(doubles===right?'«{0}: {1} for the wrong answer to it.»':takes===shouldTake?'«{0}: {1} for the wrong action.»':'«{0}: {1} for both.»',[verdict,sign(lost)])};
}
function judgeAnswer(q,takes){
  var dt=cubeValue(q,'take'),dp=cubeValue(q,'pass'),right=dp>dt,lost=takes===right?0:Math.abs(dt-dp);
  /*en*/return{lost:lost,words:(right?'Take':'Pass')+(lost<RIGHT?' is right.':': '+sign(lost)+'.')};
  /*tr*/return{lost:lost,words:fill(lost<RIGHT?'«{0} is right.»':'«{0}: {1}.»',[right?'«Take»':'«Pass»',sign(lost)])};
}
function askCube(q){
  var controls=make('p',q.box,'qc'),re=q.re,choices=q.id.split(':')[4]==='D'?
    [['«Take»',function(){return judgeAnswer(q,true)}],['«Pass»',function(){return judgeAnswer(q,false)}]]:
    [[re?'«No redouble»':'«No double»',function(){return judgeDouble(q,false,true)}],
     [re?'«Redouble, take»':'«Double, take»',function(){return judgeDouble(q,true,true)}],
     [re?'«Redouble, pass»':'«Double, pass»',function(){return judgeDouble(q,true,false)}],
     ['«Too good»',function(){return judgeDouble(q,false,false)}]];
  var buttons=choices.map(function(c,i){return button(controls,(i+1)+' '+c[0],function(){answer(q,c[1]())})});
  q.reset=function(){q.done=false;buttons.forEach(function(b){b.disabled=false})};
  q.close=function(){buttons.forEach(function(b){b.disabled=true})};
  q.key=function(k){var b=buttons[+k-1];if(!b||b.disabled)return false;b.click();return true};
}
/* ---- asking ---- */
function answer(q,verdict){
  q.done=true;
  if(q.close)q.close();else show(q);
  q.verdict.textContent=verdict.words;
  q.verdict.className='qv '+(verdict.lost<=GOOD?'good':'bad');
  q.fold.hidden=false;q.fold.open=true;
  session.n++;session.lost+=verdict.lost;
  if(verdict.lost>GOOD)session.missed.push(q);
  keep(q.keyOf,verdict.lost);
  score();
  q.verdict.focus({preventScroll:true});
}
function again(q){
  q.verdict.textContent='';q.verdict.className='qv';
  q.fold.open=false;q.fold.hidden=true;
  q.reset();
}
function unanswered(){return questions.filter(function(q){return!q.done&&!q.section.hidden})}
function next(){
  var q=unanswered()[0];
  if(!q)return;
  q.section.scrollIntoView();
  q.section.focus({preventScroll:true});
}
var questions=all('.question').map(function(section){
  var data=section.querySelector('.answers'),q={section:section,svg:section.querySelector('.board'),fold:section.querySelector('details'),answers:[],others:''};
  if(!data||!q.svg||!q.fold)return null;
  data.textContent.split('\n').forEach(function(line){
    var i=line.lastIndexOf('='),name=line.slice(0,i),v=line.slice(i+1),m;
    if(name==='key')q.keyOf=v;
    else if(name==='side')q.side=+v;
    else if((m=/^position=(.*)$/.exec(line))!==null)q.id=m[1];
    else if(name==='others'||name==='about'){q.others=v;q.about=name==='about'}
    else q.answers.push({text:name,value:parseFloat(v),lost:Math.max(0,-parseFloat(v))});
  });
  q.cube=q.answers.some(function(a){return a.text==='no double'});
  q.re=q.id.split(':')[2]!=='0';
  var list=section.querySelector('.choices');
  if(list)list.hidden=true;
  q.fold.hidden=true;
  q.box=doc.createElement('div');q.box.className='qz';
  section.insertBefore(q.box,q.fold);
  (q.cube?askCube:askPlay)(q);
  q.verdict=make('p',q.box,'qv');
  q.verdict.tabIndex=-1;q.verdict.setAttribute('role','status');
  section.tabIndex=-1;
  on(section,'keydown',function(e){
    if(e.ctrlKey||e.altKey||e.metaKey)return;
    var own=e.target.closest('button,a,summary');
    if(own&&(e.key==='Enter'||e.key===' '))return;
    if(!q.done&&q.key(e.key,e)||e.key==='n'&&(next(),true)){e.preventDefault();e.stopPropagation()}
  });
  q.reset();
  return q;
}).filter(Boolean);
if(questions.length===0)return;
/* ---- the score, and what is due ---- */
var bar=doc.createElement('div'),line,missed,later,empty;
bar.className='qb';
questions[0].section.parentNode.insertBefore(bar,questions[0].section);
line=make('p',bar);line.setAttribute('aria-live','polite');
var buttons=make('p',bar,'qc');
button(buttons,'«Next question»',next);
missed=button(buttons,'',function(){
  var list=session.missed;
  session.missed=[];
  list.forEach(function(q){q.section.parentNode.append(q.section);again(q)});
  score();next();
});
later=button(buttons,'',function(){questions.forEach(function(q){q.section.hidden=false});score();next()});
button(buttons,'«Forget my answers»',function(){
  var past=load();
  questions.forEach(function(q){delete past[q.keyOf]});
  try{localStorage.setItem(STORE,JSON.stringify(past))}catch(e){}
  session={n:0,lost:0,missed:[]};
  questions.forEach(function(q){q.section.hidden=false;again(q)});
  score();
});
empty=make('p',bar,'note','«A right answer, or one as good, comes back after a day, then three, seven and more; a wrong one at once. »');
make('span',empty,'keys','«Keys: n next question, 1 to 4 cube, Enter on a point moves, u undoes, s other die first, d done.»');
bar.after(empty);
function score(){
  var hidden=questions.filter(function(q){return q.section.hidden}).length;
  /*en*/line.textContent=(session.n?session.n+' answered, lost '+session.lost.toFixed(3)+' ('+(session.lost/session.n).toFixed(3)+' each)':'Answer before you look: nothing is shown until you have.')+
  /*tr*/line.textContent=(session.n?fill('«{0} answered, lost {1} ({2} each)»',[session.n,session.lost.toFixed(3),(session.lost/session.n).toFixed(3)].map(function(t){return String(t).replace('.','«#»')})):'«Answer before you look: nothing is shown until you have.»')+
    /*en*/' \u00b7 '+unanswered().length+' to go';
    /*tr*/' \u00b7 '+fill('«{0} to go»',[unanswered().length]);
  missed.hidden=session.missed.length===0;
  /*en*/missed.textContent='Ask again what was missed ('+session.missed.length+')';
  /*tr*/missed.textContent=fill('«Ask again what was missed ({0})»',[session.missed.length]);
  later.hidden=hidden===0;
  /*en*/later.textContent='Ask also what is not due yet ('+hidden+')';
  /*tr*/later.textContent=fill('«Ask also what is not due yet ({0})»',[hidden]);
}
var past=load(),now=Date.now();
questions.forEach(function(q){var p=past[q.keyOf];q.section.hidden=Boolean(p&&p.d>now)});
if(questions.every(function(q){return q.section.hidden}))empty.insertAdjacentText('afterbegin','«All of these were right lately: nothing is due today. »');
score();
})();
/*]]>*/
